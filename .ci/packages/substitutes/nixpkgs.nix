# A flake with the part of nixpkgs that the package uses. Programs and libraries are those of this computer,
# and archives those in a folder. autoPatchelfHook becomes patchelf with the same kind of changes.
{
  outputs = _: {
    lib.genAttrs =
      names: value:
      builtins.listToAttrs (map (name: { inherit name; value = value name; }) names);
    legacyPackages."@machine@-linux" =
      let
        system = "@machine@-linux";
        packages = {
          lib.sourceTypes.binaryNativeCode = { };
          lib.licenses.unfree = { };
          lib.getLicenseFromSpdxId = _: { };
          autoPatchelfHook = "patchelf";
          @library_package@ = "/usr/lib/@machine@-linux-gnu";
          fetchurl =
            { url, sha256 }:
            derivation {
              name = baseNameOf url;
              url = "file://@archives@/${baseNameOf url}";
              builder = "builtin:fetchurl";
              system = "builtin";
              outputHash = sha256;
              outputHashAlgo = "sha256";
              outputHashMode = "flat";
              executable = false;
              unpack = false;
            };
          stdenv.hostPlatform.system = system;
          stdenv.cc.cc.lib = "";
          stdenv.mkDerivation =
            attributes:
            derivation {
              inherit system;
              inherit (attributes) pname version src nativeBuildInputs buildInputs installPhase;
              name = "${attributes.pname}-${attributes.version}";
              PATH = "/usr/bin:/bin";
              builder = "/bin/bash";
              args = [ "-euc" ''
                tar -xJf "$src"
                cd "$pname"-*
                eval "$installPhase"
                program=$out/bin/$pname
                chmod u+w "$program"
                "$nativeBuildInputs" --set-interpreter "$("$nativeBuildInputs" --print-interpreter "$program")" \
                  --set-rpath "$(echo $buildInputs | tr ' ' :)" "$program"
              '' ];
            }
            // { inherit (attributes) meta; };
        };
      in
      packages
      // {
        callPackage =
          path: _:
          let package = import path;
          in package (builtins.intersectAttrs (builtins.functionArgs package) packages);
      };
  };
}
