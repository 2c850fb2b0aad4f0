import { z } from 'zod'

const HOST = /^(?:[a-z\d_.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/

/** Hosts as they stand in an address, separated by commas. */
export const TrustedHosts = z
  .string()
  .transform((list) => list.split(',').map((host) => host.trim().toLowerCase()))
  .refine((list) => list.every((host) => HOST.test(host)), 'must be hosts, such as nas,camera:8080')
