import type {
  AnyContractProcedure,
  AnySchema,
  ContractProcedure,
  InferSchemaInput,
  InferSchemaOutput,
} from '@orpc/contract'
import type { Refusal } from '../errors.ts'
import type { Result } from '../result.ts'

type Act<Input extends AnySchema, Output extends AnySchema> = (
  input: InferSchemaOutput<Input>,
) => Promise<Result<InferSchemaInput<Output>, Refusal>> | Result<InferSchemaInput<Output>, Refusal>

/**
 * Implementation of a contract's procedures, as far as somebody other than this program can provide it: input and answer fit its schemas.
 */
export type Acts<Contract> = {
  readonly [Name in keyof Contract]?: Contract[Name] extends AnyContractProcedure
    ? Contract[Name] extends ContractProcedure<infer Input, infer Output, infer _Errors, infer _Meta>
      ? Act<Input, Output>
      : never
    : Acts<Contract[Name]>
}
