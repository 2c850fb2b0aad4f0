import { ORPCError } from '@orpc/client'
import { QueryClient } from '@tanstack/react-query'

/** The core says when something changed, so nothing is asked again on its own; refusals are final. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        retry: (failures, error) => failures < 3 && !(error instanceof ORPCError),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
