import { pageFrame } from './frame.ts'

/** Page of running models with their speed and provider, which `dashboard-script.ts` fills. */
export const DASHBOARD_PAGE = pageFrame({
  title: 'Inference · Tessera',
  head: '<script src="/dashboard/page.js" defer></script>',
  body: `<header>
      <h1>Inference</h1>
      <p id="state" role="status">Reading…</p>
      <nav><a href="/docs">Reference</a> <a href="/metrics">Figures</a> <a href="/logs?limit=100">Log</a></nav>
    </header>
    <main>
      <dl id="totals">
        <div><dt>Loaded models</dt><dd id="loaded">–</dd></div>
        <div><dt>Requests a second</dt><dd id="rate">–</dd></div>
        <div><dt>Requests</dt><dd id="requests">–</dd></div>
        <div><dt>Failed</dt><dd id="errors">–</dd></div>
        <div><dt>Memory of the models</dt><dd id="memory">–</dd></div>
        <div><dt>Up</dt><dd id="uptime">–</dd></div>
      </dl>
      <div class="scrolling" tabindex="0" role="region" aria-label="Models">
        <table>
          <thead>
            <tr>
              <th scope="col">Model</th>
              <th scope="col">Runs on</th>
              <th scope="col" class="number">Memory</th>
              <th scope="col" class="number">Requests</th>
              <th scope="col" class="number">Failed</th>
              <th scope="col" class="number">A second</th>
              <th scope="col" class="number">Half under</th>
              <th scope="col" class="number">95 % under</th>
              <th scope="col">Where the time goes</th>
            </tr>
          </thead>
          <tbody id="models"></tbody>
        </table>
      </div>
      <p id="empty" hidden>No model was asked for yet. Models are loaded by the first request that names them.</p>
      <ul id="legend" class="legend">
        <li class="decode">decode</li>
        <li class="prepare">prepare</li>
        <li class="run">run</li>
        <li class="finish">finish</li>
      </ul>
    </main>`,
})
