# @notice@
# Installs the program of .ci/release, because most releases of nixpkgs do not have Swift 6.3.
{
  lib,
  stdenv,
  fetchurl,
  autoPatchelfHook,
  @library_package@
}:

let
  downloads = "@downloads@";
  archives = {
    x86_64-linux = { url = "${downloads}/@x86_64_archive@"; sha256 = "@x86_64_sha256@"; };
    aarch64-linux = { url = "${downloads}/@aarch64_archive@"; sha256 = "@aarch64_sha256@"; };
  };
in
stdenv.mkDerivation {
  pname = "@name@";
  version = "@version@";
  src = fetchurl archives.${stdenv.hostPlatform.system};
  nativeBuildInputs = [ autoPatchelfHook ];
  buildInputs = [ @library_package@ stdenv.cc.cc.lib ];
  installPhase = ''
    mkdir "$out"
    cp -r bin share "$out"
  '';
  meta = {
    description = "@summary@";
    homepage = "@homepage@";
    license = @licence_nix@;
    mainProgram = "@name@";
    platforms = builtins.attrNames archives;
    sourceProvenance = [ lib.sourceTypes.binaryNativeCode ];
  };
}
