import { z } from 'zod'
import { Text } from './kit.ts'

export const HealthBody = z.object({ status: z.literal('healthy') })

export const ReadinessBody = z.object({ status: z.literal('ready') })

export const InfoBody = z.object({ name: z.string(), version: z.string(), uuid: z.string() }).meta({ id: 'ServerInfo' })

const Moment = z.union([z.iso.datetime({ offset: true, local: true }), z.iso.date()])

export const LogsQuery = z.object({
  limit: z.coerce
    .number()
    .int()
    .min(0)
    .default(100)
    .meta({ description: 'Most entries, the newest; 0 stands for 100' }),
  level: Text.meta({ description: '`DEBUG`, `INFO`, `WARNING`, `ERROR` or `CRITICAL`' }),
  since: z
    .string()
    .refine((text) => text === '' || Moment.safeParse(text).success, 'must be an ISO 8601 date and time')
    .optional()
    .meta({ description: 'ISO 8601. Returns only later entries' }),
})

export const LogsBody = z
  .object({
    logs: z.array(
      z.object({
        timestamp: z.string(),
        level: z.string(),
        logger: z.string(),
        message: z.string(),
        module: z.string().nullable(),
        line: z.int().nullable(),
      }),
    ),
    total_count: z.int(),
  })
  .meta({ id: 'Logs' })

const Seconds = z.number().meta({ description: 'Average, in seconds' })

export const FiguresBody = z
  .object({
    uptime_seconds: z.number(),
    host_memory_bytes: z.int(),
    models: z.array(
      z.object({
        model_id: z.string(),
        is_loaded: z.boolean(),
        provider: z.string().nullable(),
        memory_bytes: z.int().nullable(),
        requests: z.int(),
        errors: z.int(),
        cold_starts: z.int(),
        requests_per_second: z.number().meta({ description: 'Over the last ten seconds' }),
        latency: z.object({ p50: z.number(), p95: z.number() }).nullable().meta({
          description: 'Seconds that half, and 95 in 100, of all requests stayed under, by the edges of the histogram',
        }),
        stages: z.record(z.string(), Seconds),
      }),
    ),
  })
  .meta({ id: 'Figures' })
