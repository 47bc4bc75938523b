// Prepares what the package needs: icon.svg as PNG, and a copy of the licence.
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { Resvg } from "@resvg/resvg-js";

const image = new Resvg(readFileSync("icon.svg", "utf8"), { fitTo: { mode: "width", value: 256 } });
writeFileSync("icon.png", image.render().asPng());
copyFileSync("../../LICENSE", "LICENSE");
