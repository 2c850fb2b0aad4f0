import { z } from 'zod'
import { onMachine, Said } from '../kit.ts'
import { SecretPlace } from '../session.ts'

const ORIGIN = /^(https?):\/\/(\[[\da-f:.]+\]|[^\s/?#@:[\]]+)(?::(\d{1,5}))?\/?$/i

/** `http://nas:9000`: where a server is and nothing more. A name or a key in it would be kept in the clear. */
const ServerAddress = z
  .string()
  .trim()
  .max(300)
  .refine((text) => /^https?:\/\//i.test(text), 'schema-url-scheme')
  .refine((text) => !/@|api_key/i.test(text), 'schema-url-with-key')
  .refine((text) => ORIGIN.test(text), 'schema-url-not-server')
  .transform(toOrigin)

/** A remote as a person describes it. Only the management API is needed; the others are asked when they are named. */
export const ConnectionWish = z.object({
  name: z.string().trim().min(1, 'schema-connection-unnamed').max(60, 'schema-connection-name-too-long'),
  /** Projects, images, versions. */
  management: ServerAddress,
  /** Models that run there. */
  inference: ServerAddress.nullable(),
  /** The files of images as they were sent. */
  source: ServerAddress.nullable(),
  /** Machines that run models. */
  deployments: ServerAddress.nullable(),
})
export type ConnectionWish = z.infer<typeof ConnectionWish>

/** Empty: the key that is kept for the same address. */
const Key = z.string().trim().max(500)

/** A place where projects lie, without its key. */
export const Connection = z.object({
  /** `here` is this machine. */
  id: z.string(),
  /** `flag`: the program was started with `--remote`; it can be used and not changed. */
  kind: z.enum(['here', 'profile', 'flag']),
  /** Null of this machine. */
  name: z.string().nullable(),
  management: z.string().nullable(),
  inference: z.string().nullable(),
  source: z.string().nullable(),
  deployments: z.string().nullable(),
  /** The workspace of its key, as it answered last. */
  workspace: z.string().nullable(),
  hasKey: z.boolean(),
  /** The studio works on it. */
  isUsed: z.boolean(),
})
export type Connection = z.infer<typeof Connection>

export const ConnectionServer = z.enum(['management', 'inference', 'source', 'deployments'])
export type ConnectionServer = z.infer<typeof ConnectionServer>

export const ConnectionTest = z.object({
  /** Outcome for each address that was named. */
  answers: z.array(z.object({ server: ConnectionServer, isGood: z.boolean(), says: Said })),
})
export type ConnectionTest = z.infer<typeof ConnectionTest>

const ConnectionRef = z.object({ id: z.string().min(1).max(60) })

export const connectionsContract = {
  /** This machine first. */
  list: onMachine.output(z.object({ connections: z.array(Connection), secrets: SecretPlace })),
  add: onMachine.input(ConnectionWish.extend({ key: Key.min(1, 'schema-connection-without-key') })).output(Connection),
  /** A key is for one address: with another address it must be given again. */
  change: onMachine.input(ConnectionWish.extend({ ...ConnectionRef.shape, key: Key })).output(Connection),
  /** Asks every address that is named. Nothing is kept. `id`: an empty key is the one that is kept for it. */
  test: onMachine
    .input(ConnectionWish.omit({ name: true }).extend({ id: z.string().nullable(), key: Key }))
    .output(ConnectionTest),
  /** From now on the studio shows what lies there. */
  use: onMachine.input(ConnectionRef).output(z.object({})),
  /** Undone by `restore`. Refused while the studio works on it. */
  remove: onMachine.input(ConnectionRef).output(z.object({})),
  restore: onMachine.input(ConnectionRef).output(Connection),
}

/** As browsers write an origin: lower case, without the usual port. */
function toOrigin(text: string): string {
  const [, scheme = '', host = '', port] = ORIGIN.exec(text.toLowerCase()) ?? []
  const isUsual = port === undefined || port === (scheme === 'https' ? '443' : '80')
  return `${scheme}://${host}${isUsual ? '' : `:${port}`}`
}
