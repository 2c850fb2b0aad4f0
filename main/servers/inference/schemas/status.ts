import { z } from 'zod'

export const HealthBody = z.object({ status: z.literal('healthy') })

export const ReadinessBody = z.object({ status: z.literal('ready') })

export const InfoBody = z.object({ name: z.string(), version: z.string(), uuid: z.string() }).meta({ id: 'ServerInfo' })
