/** Default seed of property tests, the same in every run. */
const FIXED = 20_261_124
const MOST = 2 ** 31

/**
 * Returns the seed of this run's property tests, and prints it so that a failure can be reproduced: `TESSERA_SEED=N`
 * draws the same values again, `TESSERA_DEPTH=full` new ones each time.
 */
export function propertySeed(environment: NodeJS.ProcessEnv): string {
  const told = environment['TESSERA_SEED_TOLD']
  if (told !== undefined) return told
  const isNew = environment['TESSERA_DEPTH'] === 'full'
  const seed = environment['TESSERA_SEED'] ?? String(isNew ? Math.floor(Math.random() * MOST) : FIXED)
  // The configuration is read for each test project, sometimes in another process.
  environment['TESSERA_SEED_TOLD'] = seed
  process.stdout.write(`Property tests draw from the seed ${seed}; TESSERA_SEED=${seed} draws the same again.\n`)
  return seed
}
