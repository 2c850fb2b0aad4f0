/** Part of `npm run check`: the licence of every package that may ship must allow distribution. */
import { licenceFaults } from './licences.mjs'

const faults = licenceFaults()
for (const fault of faults) console.error(fault)
if (faults.length > 0)
  console.error(
    'Take other packages, or allow what may be given away in scripts/package/licence-rule.mjs; see docs/licences.md.',
  )
process.exitCode = faults.length === 0 ? 0 : 1
