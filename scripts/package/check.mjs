/**
 * Part of `npm run check`: electron-builder must accept the packaging configuration, which must pack everything that
 * the bundles leave out.
 */
import { PACKAGES_BESIDE } from '../vite/packages-beside.ts'
import { configFaults, packagingConfig, packedFaults } from './config.mjs'

const config = packagingConfig()
const faults = [...configFaults(config), ...packedFaults(config, PACKAGES_BESIDE)]
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
