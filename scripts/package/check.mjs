/** Part of `npm run check`: the configuration of the packages is one that electron-builder takes, and packs what the bundles leave out. */
import { PACKAGES_BESIDE } from '../vite/packages-beside.ts'
import { configFaults, packagingConfig, packedFaults } from './config.mjs'

const config = packagingConfig()
const faults = [...configFaults(config), ...packedFaults(config, PACKAGES_BESIDE)]
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
