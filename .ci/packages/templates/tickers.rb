# @notice@
# Homebrew itself has not run this: .ci/packages/run installs it on Linux with a substitute for Homebrew.
# macOS is untried.
class Tickers < Formula
  desc "@summary@"
  homepage "@homepage@"
  url "@downloads@/@source_archive@"
  sha256 "@source_sha256@"
  license @licence_homebrew@

  depends_on xcode: ["26.4", :build] # Swift 6.3
  depends_on macos: :sequoia

  uses_from_macos "swift" => :build # 6.3
  uses_from_macos "libxml2" => :build # headers
  uses_from_macos "@library_package@"

  def install
    ENV["TICKERS_COMMIT"] = "@commit@" # for Package.swift
    args = OS.mac? ? ["--disable-sandbox"] : ["--static-swift-stdlib"]
    system "swift", "build", *args, "-c", "release", "--product", "tickers"
    bin.install ".build/release/tickers"
    generate_completions_from_executable(bin/"tickers", "completions", shells: [:bash, :zsh, :fish])
    (man1/"tickers.1").write Utils.safe_popen_read(bin/"tickers", "manual")
  end

  test do
    assert_equal "@version_line@\n", shell_output("#{bin}/tickers --version")
    assert_match "kraken", shell_output("#{bin}/tickers exchanges")
  end
end
