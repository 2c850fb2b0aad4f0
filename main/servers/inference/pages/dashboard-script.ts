/**
 * Browser script that fetches the figures every two seconds and writes them into the page. Texts are never parsed as
 * HTML.
 */
export const DASHBOARD_SCRIPT = `
'use strict'
const STAGES = ['decode', 'prepare', 'run', 'finish']
const EVERY_MS = 2000
const BAR = { width: 180, height: 12 }

const byId = (id) => document.getElementById(id)

function cell(text, className) {
  const made = document.createElement('td')
  made.textContent = text
  if (className) made.className = className
  return made
}

function megabytes(bytes) {
  return bytes === null ? '–' : Math.round(bytes / 1e6).toLocaleString('en') + ' MB'
}

function seconds(value) {
  return value < 1 ? Math.round(value * 1000) + ' ms' : value + ' s'
}

function duration(value) {
  const hours = Math.floor(value / 3600)
  const minutes = Math.floor(value / 60) % 60
  return hours > 0 ? hours + ' h ' + minutes + ' min' : minutes + ' min'
}

/** Returns a bar with the share of each stage in the time of a request. */
function bar(stages) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('width', BAR.width)
  svg.setAttribute('height', BAR.height)
  svg.setAttribute('role', 'img')
  const known = STAGES.filter((stage) => stages[stage] !== undefined)
  const sum = known.reduce((all, stage) => all + stages[stage], 0)
  svg.setAttribute('aria-label', known.map((stage) => stage + ' ' + (stages[stage] * 1000).toFixed(1) + ' ms').join(', '))
  let left = 0
  for (const stage of known) {
    const width = sum > 0 ? (stages[stage] / sum) * BAR.width : 0
    const rect = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
    const title = document.createElementNS('http://www.w3.org/2000/svg', 'title')
    title.textContent = stage + ' ' + (stages[stage] * 1000).toFixed(1) + ' ms'
    rect.append(title)
    rect.setAttribute('class', stage)
    rect.setAttribute('x', left)
    rect.setAttribute('width', width)
    rect.setAttribute('height', BAR.height)
    svg.append(rect)
    left += width
  }
  return svg
}

function row(model) {
  const made = document.createElement('tr')
  if (!model.is_loaded) made.className = 'unloaded'
  const stages = document.createElement('td')
  stages.append(bar(model.stages))
  made.append(
    cell(model.model_id),
    cell(model.provider === null ? 'not loaded' : model.provider),
    cell(megabytes(model.memory_bytes), 'number'),
    cell(model.requests.toLocaleString('en'), 'number'),
    cell(model.errors.toLocaleString('en'), model.errors > 0 ? 'number failed' : 'number'),
    cell(model.requests_per_second.toFixed(1), 'number'),
    cell(model.latency === null ? '–' : seconds(model.latency.p50), 'number'),
    cell(model.latency === null ? '–' : seconds(model.latency.p95), 'number'),
    stages,
  )
  return made
}

function show(figures) {
  const { models } = figures
  const sum = (value) => models.reduce((all, model) => all + value(model), 0)
  byId('loaded').textContent = models.filter((model) => model.is_loaded).length
  byId('rate').textContent = sum((model) => model.requests_per_second).toFixed(1)
  byId('requests').textContent = sum((model) => model.requests).toLocaleString('en')
  byId('errors').textContent = sum((model) => model.errors).toLocaleString('en')
  byId('memory').textContent = megabytes(figures.host_memory_bytes)
  byId('uptime').textContent = duration(figures.uptime_seconds)
  byId('models').replaceChildren(...models.map(row))
  byId('empty').hidden = models.length > 0
  byId('legend').hidden = models.length === 0
}

function tell(text, isBroken) {
  const state = byId('state')
  if (state.textContent !== text) state.textContent = text
  state.className = isBroken ? 'broken' : ''
}

async function refresh() {
  try {
    const response = await fetch('/dashboard/figures.json')
    if (!response.ok) throw new Error('The server answers ' + response.status)
    show(await response.json())
    tell('Answers', false)
  } catch {
    tell('The server does not answer. This page goes on asking.', true)
  }
  setTimeout(refresh, document.hidden ? 5 * EVERY_MS : EVERY_MS)
}

refresh()
`
