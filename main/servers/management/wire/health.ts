import type { z } from 'zod'
import type { ManagedHealth } from '#core/management/health'
import type { HealthBody } from '../schemas/health.ts'

export function toHealthBody({ classes, dimensions, heatMaps, ...health }: ManagedHealth): z.input<typeof HealthBody> {
  return {
    ...health,
    classes: Object.fromEntries(classes.map(({ name, ...rest }) => [name, rest])),
    dimensions: dimensions ?? null,
    heatMaps: Object.fromEntries(Object.entries(heatMaps).map(([name, map]) => [name, [...map]])),
    generatedAt: health.generatedAt.toISOString(),
  }
}
