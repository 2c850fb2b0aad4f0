import { createContext, type ReactNode, useContext } from 'react'
import { useStore } from 'zustand'
import type { ImageShelf } from '#renderer/canvas/images'
import type { ScreenStore } from '../canvas/screen-store.ts'
import type { DocumentView } from '../document/document-state.ts'
import type { Documents } from '../document/views.ts'
import type { Bench } from './bench.ts'
import type { Workbench } from './workbench.ts'

export interface Session {
  readonly workbench: Workbench
  readonly screen: ScreenStore
  readonly shelf: ImageShelf
}

const SessionContext = createContext<Session | undefined>(undefined)

export function SessionProvider({ session, children }: { readonly session: Session; readonly children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>
}

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('The annotate screen has no session')
  return session
}

export function useWorkbench(): Workbench {
  return useSession().workbench
}

/** A part of what is in hand. The selector must give the same value for the same bench. */
export function useBench<Part>(selector: (bench: Bench) => Part): Part {
  return useStore(useSession().screen, ({ bench }) => selector(bench))
}

/** A part of the labels on screen. */
export function useDocument<Part>(selector: (document: DocumentView | undefined) => Part): Part {
  return useStore(useSession().screen, ({ bench: { image }, views }) =>
    selector(image === undefined ? undefined : views.get(image)),
  )
}

/** What is on its way to disk, at any moment. */
export function useUnderWay<Part>(selector: (documents: Pick<Documents, 'waiting' | 'trouble'>) => Part): Part {
  return useStore(useWorkbench().documents.store, selector)
}
