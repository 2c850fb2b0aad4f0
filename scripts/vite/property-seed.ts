/** The seed of property tests where nothing else is said: the same in every run. */
const FIXED = 20_261_124
const MOST = 2 ** 31

/**
 * The seed of this run's property tests, printed so that a failure can be run again: `TESSERA_SEED=N` draws the same once more,
 * `TESSERA_DEPTH=full` draws anew each time.
 */
export function propertySeed(environment: NodeJS.ProcessEnv): string {
  const told = environment['TESSERA_SEED_TOLD']
  if (told !== undefined) return told
  const isNew = environment['TESSERA_DEPTH'] === 'full'
  const seed = environment['TESSERA_SEED'] ?? String(isNew ? Math.floor(Math.random() * MOST) : FIXED)
  // The configuration is read for each project of tests, also in processes of their own.
  environment['TESSERA_SEED_TOLD'] = seed
  process.stdout.write(`Property tests draw from the seed ${seed}; TESSERA_SEED=${seed} draws the same again.\n`)
  return seed
}
