import type { BatchView, JobView } from '#common/contract/jobs'
import type { Place, SecretPlace, Session } from '#common/contract/session'
import type { Connection } from '#common/contract/workspace/connections'
import { t } from '#renderer/words/words'
import { sentenceOf } from './sentence.ts'

/** Where the API keys lie, in the language of the page. */
export interface SecretWords extends Omit<SecretPlace, 'detail'> {
  readonly detail: string
}

/** Where the projects lie, in the language of the page. */
export interface PlaceWords extends Omit<Place, 'name' | 'reason'> {
  readonly name: string
  readonly reason: string | null
}

export interface SessionWords extends Omit<Session, 'secrets' | 'place'> {
  readonly secrets: SecretWords
  readonly place: PlaceWords
}

export function sessionInWords(session: Session): SessionWords {
  const { secrets, place } = session
  return {
    ...session,
    secrets: secretsInWords(secrets),
    place: { ...named(place, t('This machine')), reason: optionalOf(place.reason) },
  }
}

/** A connection with the name that the page has for it. */
export interface NamedConnection extends Connection {
  readonly name: string
}

interface ConnectionList {
  readonly connections: readonly Connection[]
  readonly secrets: SecretPlace
}

export function connectionsInWords({ connections, secrets }: ConnectionList) {
  return {
    connections: connections.map((connection) => named(connection, t('This machine'))),
    secrets: secretsInWords(secrets),
  }
}

/** A batch with the name that the page has for it. */
export interface NamedBatch extends BatchView {
  readonly name: string
}

interface Board {
  readonly batches: readonly BatchView[]
  readonly jobs: readonly JobView[]
}

export function boardInWords({ batches, jobs }: Board) {
  return { batches: batches.map((batch) => named(batch, t('Images of no listed batch'))), jobs }
}

function named<Named extends { readonly name: string | null }>(
  thing: Named,
  otherwise: string,
): Named & { readonly name: string } {
  return { ...thing, name: thing.name ?? otherwise }
}

function secretsInWords(secrets: SecretPlace): SecretWords {
  return { ...secrets, detail: sentenceOf(secrets.detail) }
}

function optionalOf(reason: Place['reason']): string | null {
  return reason === null ? null : sentenceOf(reason)
}
