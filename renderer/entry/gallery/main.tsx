import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { I18nProvider } from 'react-aria-components'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from '#renderer/data/query-client'
import { startTheme } from '#renderer/ui/app/theme'
import { startUiScale } from '#renderer/ui/app/ui-scale'
import { LOCALE } from '#renderer/words/language'
import { Gallery } from './gallery.tsx'

/** The controls of the kit in all their states, for whoever builds a page: `gallery.html` of `npm run dev`. It is not part of the program. */
const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element with the id "root"')

startTheme()
startUiScale()

createRoot(root).render(
  <StrictMode>
    <I18nProvider locale={LOCALE}>
      <QueryClientProvider client={createQueryClient()}>
        <Gallery />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
)
