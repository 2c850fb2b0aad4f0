import type { FastifyReply } from 'fastify'
import { DASHBOARD_PAGE } from '../pages/dashboard.ts'
import { DASHBOARD_SCRIPT } from '../pages/dashboard-script.ts'
import { LANDING_PAGE } from '../pages/landing.ts'
import { PAGE_STYLE } from '../pages/style.ts'
import type { InferenceServer } from '../validation.ts'

/** The pages load nothing from elsewhere, so that they work offline, and must not be framed. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'"

const HIDDEN = { hide: true }

export function pageRoutes(server: InferenceServer): void {
  const page = (url: string, text: string) =>
    server.get(url, { schema: HIDDEN, handler: async (_request, reply) => sendPage(reply, text) })

  page('/', LANDING_PAGE)
  page('/dashboard.html', DASHBOARD_PAGE)

  server.get('/dashboard/page.css', {
    schema: HIDDEN,
    handler: async (_request, reply) => reply.type('text/css; charset=utf-8').send(PAGE_STYLE),
  })
  server.get('/dashboard/page.js', {
    schema: HIDDEN,
    handler: async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(DASHBOARD_SCRIPT),
  })
}

function sendPage(reply: FastifyReply, text: string) {
  return reply
    .headers({ 'content-security-policy': CONTENT_SECURITY_POLICY, 'x-content-type-options': 'nosniff' })
    .type('text/html; charset=utf-8')
    .send(text)
}
