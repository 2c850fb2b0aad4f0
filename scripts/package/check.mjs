/** Part of `npm run check`: the configuration of the packages is one that electron-builder takes. */
import { configFaults, packagingConfig } from './config.mjs'

const faults = configFaults(packagingConfig())
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
