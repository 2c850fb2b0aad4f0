import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { alias, root } from './scripts/vite/alias.ts'
import { LongestFirst } from './scripts/vite/longest-first.ts'
import { memoryFolder } from './scripts/vite/memory-folder.ts'
import { propertySeed } from './scripts/vite/property-seed.ts'
import { leftOut } from './scripts/vite/slow-units.ts'

/**
 * One project a folder of `test/`. The groups run one after the other: what needs the machine for itself comes last. Files that are
 * not isolated clean up behind themselves: a process that is there already, with what it has read, serves the next file too.
 */
const GROUPS = [
  {
    folders: ['unit', 'arch', 'http', 'contract', 'golden', 'migrations'],
    timeoutMs: 20_000,
    workers: availableParallelism(),
    isolate: false,
    // What they write outlives no process, so they wait for no disk: that what is written is there after a crash, the next group proves.
    writesTo: memoryFolder(),
  },
  // What is killed here runs in processes and folders of its own, and mostly waits for the disk.
  { folders: ['crash', 'packaging'], timeoutMs: 60_000, workers: 2 * availableParallelism() },
  // Windows side by side: each waits more for its images than it computes.
  { folders: ['e2e/browser', 'e2e/electron'], timeoutMs: 90_000, workers: 3, isolate: false },
]

const TESSERA_SEED = propertySeed(process.env)

/** What Node has compiled of the files that the processes of the tests read. */
const compiled = resolve(root, 'node_modules/.cache/tests')

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: GROUPS.flatMap(({ folders, timeoutMs, workers, isolate = true, writesTo }, index) =>
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
          setupFiles: [resolve(root, 'test/kit/property-seed.ts')],
          // Native addons are at home in processes, not in threads.
          pool: 'forks',
          isolate,
          testTimeout: timeoutMs,
          hookTimeout: timeoutMs,
          // What a test waits for may take its time on a busy machine; only the test's own limit ends it.
          expect: { poll: { timeout: timeoutMs / 2 } },
          maxWorkers: workers,
          // Vitest keeps no order for the files of group 0, so the first group is 1.
          sequence: { groupOrder: index + 1 },
        },
      })),
    ),
  },
})
