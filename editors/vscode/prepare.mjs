// Prepares the files of the package that the repository has elsewhere or in another form: the icon as PNG, and the licence.
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { Resvg } from "@resvg/resvg-js";

const image = new Resvg(readFileSync("icon.svg", "utf8"), { fitTo: { mode: "width", value: 256 } });
writeFileSync("icon.png", image.render().asPng());
copyFileSync("../../LICENSE", "LICENSE");
