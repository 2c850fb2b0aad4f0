import { pageFrame } from './frame.ts'

/** Page at the root of the server's address. */
export const LANDING_PAGE = pageFrame({
  title: 'Tessera inference server',
  head: '',
  body: `<header><h1>Tessera inference server</h1></header>
    <main>
      <p>Runs the models of this library on images, for programs on this machine.</p>
      <ul class="links">
        <li><a href="/dashboard.html">Dashboard</a> models, latency, throughput</li>
        <li><a href="/docs">Reference</a> every operation, to try out</li>
        <li><a href="/redoc">Reference to read</a></li>
        <li><a href="/model/registry">Loaded models</a> as JSON</li>
        <li><a href="/metrics">Figures</a> for Prometheus</li>
      </ul>
    </main>`,
})
