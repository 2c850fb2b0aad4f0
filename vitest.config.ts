import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { alias } from './scripts/vite/alias.ts'
import { LongestFirst } from './scripts/vite/longest-first.ts'

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
  },
  // What is killed here runs in processes and folders of its own, and mostly waits for the disk.
  { folders: ['crash'], timeoutMs: 60_000, workers: 2 * availableParallelism() },
  // Windows side by side: each waits more for its pictures than it computes.
  { folders: ['e2e/browser', 'e2e/electron'], timeoutMs: 90_000, workers: 3, isolate: false },
]

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: GROUPS.flatMap(({ folders, timeoutMs, workers, isolate = true }, index) =>
      folders.map((folder) => ({
        resolve: { alias },
        test: {
          name: folder.replace('/', '-'),
          include: [`test/${folder}/**/*.test.{ts,tsx}`],
          exclude: ['test/arch/canary/**'],
          environment: 'node',
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
