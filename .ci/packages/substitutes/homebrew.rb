# Installs and tests a formula without Homebrew. Methods that are not here fail. The arguments are the
# formula, the folder of its archive, and the folder to install it in.
require "digest"
require "fileutils"
require "pathname"
require "tmpdir"

class Pathname
  def install(*files)
    mkpath
    FileUtils.cp files, self
  end

  def write(text)
    dirname.mkpath
    File.write self, text
  end
end

module OS
  def self.mac? = false
end

module Utils
  def self.safe_popen_read(*command)
    IO.popen(command.map(&:to_s), &:read).tap { $?.success? or raise command.join(" ") }
  end
end

class Formula
  @@values = {}
  %i[desc homepage url sha256 license].each do |name|
    define_singleton_method(name) { |value = nil| value ? @@values[name] = value : @@values.fetch(name) }
  end
  def self.depends_on(requirement) = requirement.is_a?(Hash) or raise "not xcode or macos"
  def self.uses_from_macos(_formula) = nil
  def self.test(&block) = define_method(:test, &block)

  attr_reader :prefix

  def initialize(prefix) = @prefix = Pathname(prefix)
  def bin = prefix/"bin"
  def man1 = prefix/"share/man/man1"
  def system(*command) = Kernel.system(*command) || raise(command.join(" "))
  def shell_output(command) = Utils.safe_popen_read("sh", "-c", command)
  def assert_equal(expected, actual) = expected == actual || raise("#{actual} is not #{expected}")
  def assert_match(part, text) = text.include?(part) || raise("#{part} is not in #{text}")

  def generate_completions_from_executable(*command, shells:)
    files = {
      bash: "etc/bash_completion.d/tickers", zsh: "share/zsh/site-functions/_tickers",
      fish: "share/fish/vendor_completions.d/tickers.fish"
    }
    shells.each { |shell| (prefix/files.fetch(shell)).write Utils.safe_popen_read(*command, shell.to_s) }
  end
end

formula, archives, prefix = ARGV.map { |path| File.expand_path path }
load formula
archive = File.join(archives, File.basename(Tickers.url))
raise "checksum" unless Digest::SHA256.file(archive).hexdigest == Tickers.sha256
raise "desc" unless Tickers.desc.size <= 80 && Tickers.desc.match?(/\A[A-Z].*[^.]\z/)
[Tickers.homepage, Tickers.license].each { |value| raise "empty" if value.empty? }
Dir.mktmpdir do |folder|
  Kernel.system("tar", "-xzf", archive, "--strip-components=1", "-C", folder) or raise archive
  Dir.chdir(folder) { Tickers.new(prefix).install }
end
Tickers.new(prefix).test
