import { createContext, type ReactNode, useContext } from 'react'
import { useStore } from 'zustand'
import type { ImageShelf } from '#renderer/canvas/images'
import type { DocumentView } from '../../model/document/document-state.ts'
import type { Documents } from '../../model/document/views.ts'
import type { EditorState } from '../../model/editor-state.ts'
import type { Editor } from '../editor.ts'
import type { ScreenStore } from '../screen-store.ts'

export interface Session {
  readonly editor: Editor
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

export function useEditor(): Editor {
  return useSession().editor
}

/** A part of what is in hand. The selector must give the same value for the same state. */
export function useEditorState<Part>(selector: (state: EditorState) => Part): Part {
  return useStore(useSession().screen, ({ state }) => selector(state))
}

/** A part of the labels on screen. */
export function useDocument<Part>(selector: (document: DocumentView | undefined) => Part): Part {
  return useStore(useSession().screen, ({ state: { image }, views }) =>
    selector(image === undefined ? undefined : views.get(image)),
  )
}

/** A selected part of the changes still being saved, kept up to date. */
export function useUnderWay<Part>(selector: (documents: Pick<Documents, 'waiting' | 'trouble'>) => Part): Part {
  return useStore(useEditor().documents.store, selector)
}
