import type { FastifyInstance, FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import { ResponseSerializationError, serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { refusal } from '#common/errors'
import { issueMessage } from '#common/versions/issue-sentence'
import { checked } from '../kit/checked.ts'
import { RefusedRequest } from '../kit/refused-request.ts'
import { damagedAnswer, damageIn, withoutFaultyEntries } from '../kit/sound-answer.ts'
import { holdsProto, withProto } from './wire/proto.ts'

/** Checks requests and shapes answers by zod schemas; a request that does not fit is refused with the name of its field. */
export function withSchemas(server: FastifyInstance, compiler = validatorCompiler) {
  server.setValidatorCompiler(compiler)
  server.setSerializerCompiler(soundAnswers(server))
  return server.withTypeProvider<ZodTypeProvider>()
}

export type ManagementServer = ReturnType<typeof withSchemas>

/**
 * Answers as their schemas say, with every name in them: zod leaves out `__proto__`, which a class may be called. An answer that does not
 * fit holds a damaged value: it goes without the entry of a list in which that lies, or the caller is told.
 */
function soundAnswers(server: FastifyInstance): FastifySerializerCompiler<z.ZodType> {
  return (route) => {
    const serialize = serializerCompiler(route)
    const told = (answer: unknown) =>
      holdsProto(answer) ? JSON.stringify(withProto(route.schema, answer)) : serialize(answer)
    return (answer) => {
      try {
        return told(answer)
      } catch (failure) {
        const issues = issuesOf(failure)
        if (issues === undefined) throw failure
        server.log.error(damageIn(route.url, issues))
        const left = withoutFaultyEntries(answer, issues)
        if (left === undefined) throw damagedAnswer(issues)
        return told(left)
      }
    }
  }
}

function issuesOf(failure: unknown): readonly z.core.$ZodIssue[] | undefined {
  return failure instanceof ResponseSerializationError ? failure.cause.issues : undefined
}

const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (given: unknown) => {
    // A request without a body says nothing: what it leaves out is named, and where all may be left out it is taken.
    const input = httpPart === 'body' ? (given ?? {}) : given
    const parsed = checked(schema, input)
    return parsed.success ? { value: parsed.data } : { error: refused(parsed.error, input) }
  }

/** Checks a body whose documented form is not the one in which it is read; throws the refusal of one that does not fit. */
export function checkBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const input = body ?? {}
  const parsed = checked(schema, input)
  if (parsed.success) return parsed.data
  throw refused(parsed.error, input)
}

function refused({ issues: [issue] }: z.ZodError, input: unknown): RefusedRequest {
  const isWhole = issue === undefined || (issue.path.length === 0 && issue.code !== 'unrecognized_keys')
  return new RefusedRequest(
    isWhole ? refusal('body-not-object') : refusal('request-misfit', {}, issueMessage(issue, input)),
  )
}

/** For routes whose body is a stream, or is checked by another schema than the one that documents it. */
export const bodyAsItIs: FastifySchemaCompiler<z.ZodType> = (route) =>
  route.httpPart === 'body' ? (value: unknown) => ({ value }) : validatorCompiler(route)
