import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { alias, root } from './scripts/vite/alias.ts'
import { builtWorkers } from './scripts/vite/built-workers.ts'
import { LongestFirst } from './scripts/vite/longest-first.ts'
import { memoryFolder } from './scripts/vite/memory-folder.ts'
import { propertySeed } from './scripts/vite/property-seed.ts'
import { leftOut } from './scripts/vite/slow-units.ts'
import { PATIENCE_MS } from './test/kit/patience.ts'

/** A test ends by what it waits for. Its limit only ends one that hangs, so it leaves a machine time that is busy with other programs. */
const LIMIT_MS = 300_000

/**
 * One project a folder of `test/`. The groups run one after the other: what needs the machine for itself comes last. Files that are
 * not isolated clean up behind themselves: a process that is there already, with what it has read, serves the next file too.
 */
const GROUPS = [
  {
    folders: ['unit', 'arch', 'http', 'contract', 'golden', 'migrations'],
    workers: availableParallelism(),
    // What they write outlives no process, so they wait for no disk: that what is written is there after a crash, the next group proves.
    writesTo: memoryFolder(),
  },
  // What is killed here runs in processes and folders of its own, and mostly waits for the disk.
  { folders: ['crash', 'packaging'], workers: 2 * availableParallelism() },
  // Windows side by side: each waits more for its images than it computes.
  { folders: ['e2e/browser', 'e2e/electron'], workers: 3 },
]

const TESSERA_SEED = propertySeed(process.env)

/** What Node has compiled of the files that the processes of the tests read. */
const compiled = resolve(root, 'node_modules/.cache/tests')

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: GROUPS.flatMap(({ folders, workers, writesTo }, index) =>
      folders.map((folder) => ({
        resolve: { alias },
        test: {
          name: folder.replace('/', '-'),
          include: [`test/${folder}/**/*.test.{ts,tsx}`],
          exclude: ['test/arch/canary/**', ...leftOut(process.env)],
          environment: 'node',
          // What a test starts (a host of models, a thread that renders) reads a hundred files before it works.
          // The runtime of models tells nobody what runs in tests that load it themselves.
          env: {
            NODE_COMPILE_CACHE: compiled,
            ORT_DISABLE_TELEMETRY: '1',
            TESSERA_SEED,
            ...(writesTo && { TMPDIR: writesTo }),
          },
          provide: { builtWorkers: builtWorkers() },
          setupFiles: [resolve(root, 'test/kit/property-seed.ts'), resolve(root, 'test/kit/built-workers.ts')],
          // Native addons are at home in processes, not in threads.
          pool: 'forks',
          isolate: false,
          testTimeout: LIMIT_MS,
          hookTimeout: LIMIT_MS,
          expect: { poll: { timeout: PATIENCE_MS } },
          maxWorkers: workers,
          // Vitest keeps no order for the files of group 0, so the first group is 1.
          sequence: { groupOrder: index + 1 },
        },
      })),
    ),
  },
})
