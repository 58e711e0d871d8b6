# @notice@
# Untried with nixpkgs: .ci/packages/run builds it with Debian's nix and a substitute for nixpkgs.
{
  description = "@summary@";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixpkgs-unstable";

  outputs =
    { self, nixpkgs }:
    {
      packages = nixpkgs.lib.genAttrs [ @nix_systems@ ] (system: {
        default = nixpkgs.legacyPackages.${system}.callPackage ./package.nix { };
      });
    };
}
