// node host.mjs DRIVER ADDON
import { addonOffers, serveLines } from "../lines.mjs";

const [driver, addon] = process.argv.slice(2);
await serveLines(`Node ${process.versions.node}`, driver, addonOffers(addon));
