import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { refuseWhileLost } from '#renderer/data/connection'
import { notifyError } from '../overlay/toast.tsx'

interface ActOptions<Output> {
  readonly onDone?: ((output: Output) => void) | undefined
  /** `toast` (the default), or `in-place` where the caller shows the error itself. */
  readonly errors?: 'toast' | 'in-place' | undefined
}

/** Returns a mutation: `const move = useAct(studio.images.setSplit)`, then `move.mutate({…})`. */
export function useAct<Input, Output>(
  call: (input: Input) => Promise<Output>,
  { onDone, errors = 'toast' }: ActOptions<Output> = {},
): UseMutationResult<Output, Error, Input> {
  return useMutation<Output, Error, Input>({
    mutationFn: async (input) => {
      refuseWhileLost()
      return await call(input)
    },
    ...(onDone !== undefined && { onSuccess: (output) => onDone(output) }),
    ...(errors === 'toast' && { onError: notifyError }),
  })
}
