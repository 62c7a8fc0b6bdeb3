// The filter, the buttons that copy and try, and links to single routes. Without it the page can still be read.
const routes = [...document.querySelectorAll('.route')]
const sections = [...document.querySelectorAll('section')]
const texts = new Map(routes.map((route) => [route, route.textContent.toLowerCase()]))

document.getElementById('filter').addEventListener('input', ({ target }) => {
  const words = target.value.toLowerCase().split(/\s+/).filter(Boolean)
  for (const route of routes) route.hidden = !words.every((word) => texts.get(route).includes(word))
  for (const section of sections) section.hidden = section.querySelector('.route:not([hidden])') === null
  document.getElementById('nothing').hidden = sections.some((section) => !section.hidden)
})

// Pages of plain HTTP on other hosts than localhost may not write to the clipboard.
if (navigator.clipboard) {
  for (const button of document.querySelectorAll('.copy')) {
    button.hidden = false
    const label = button.textContent
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.closest('.side').querySelector('pre').textContent)
      button.textContent = 'Copied'
      setTimeout(() => {
        button.textContent = label
      }, 1500)
    })
  }
}

// The key stays in its field: it is neither stored nor part of an address.
const key = document.getElementById('key')
key.closest('p').hidden = false
for (const button of document.querySelectorAll('.try')) {
  button.hidden = false
  button.addEventListener('click', () => {
    const figure = button.closest('.exchange')
    const open = figure.querySelector('.trial')
    if (open) open.hidden = !open.hidden
    else figure.append(trialOf(JSON.parse(button.dataset.request)))
    const shown = figure.querySelector('.trial')
    button.setAttribute('aria-expanded', String(!shown.hidden))
    if (!shown.hidden) shown.querySelector('input').focus()
  })
}

/** A form that sends the request as it is edited, with what the server answers. */
function trialOf(request) {
  const trial = document.createElement('form')
  trial.className = 'trial'
  const path = labelled(trial, request.method, document.createElement('input'))
  path.value = request.path
  const body = request.body !== undefined && labelled(trial, 'Body', document.createElement('textarea'))
  if (body) {
    body.value = JSON.stringify(request.body, null, 2)
    body.rows = Math.min(16, body.value.split('\n').length + 1)
    body.spellcheck = false
  }
  const send = trial.appendChild(document.createElement('button'))
  send.textContent = 'Send'
  const answer = trial.appendChild(document.createElement('output'))
  let sending = new AbortController()
  let audioUrl = ''
  trial.addEventListener('submit', async (event) => {
    event.preventDefault()
    sending.abort()
    sending = new AbortController()
    const { signal } = sending
    URL.revokeObjectURL(audioUrl)
    answer.replaceChildren('Sending …')
    try {
      const response = await fetch(`.${path.value}`, {
        method: request.method,
        headers: { ...request.headers, ...keyHeader(request) },
        credentials: key.value === '' ? 'same-origin' : 'omit',
        cache: 'no-store',
        signal,
        ...(body && { body: body.value }),
      })
      const content = await response.blob()
      if (signal.aborted) return
      answer.replaceChildren(...(await shownAnswer(response, content)))
      audioUrl = answer.querySelector('a')?.href ?? ''
    } catch (error) {
      if (!signal.aborted) answer.replaceChildren(`No answer: ${error.message}`)
    }
  })
  return trial
}

function labelled(trial, name, field) {
  const label = trial.appendChild(document.createElement('label'))
  label.append(name, field)
  return field
}

function keyHeader({ key: header }) {
  if (header === undefined || key.value === '') return {}
  return { [header[0]]: header[1] + key.value.trim() }
}

/** Text as it is, audio to hear, and anything else to save. */
async function shownAnswer(response, content) {
  const type = response.headers.get('content-type') ?? ''
  const head = document.createElement('p')
  head.textContent = [`${response.status} ${response.statusText}`, type, `${content.size} bytes`]
    .filter(Boolean)
    .join(' · ')
  if (response.status === 401) head.append(' · Type a key at the top of the page, or sign in to the dashboard.')
  if (content.size === 0) return [head]
  if (/^text\/(?!html)|json|xml/.test(type)) {
    const text = document.createElement('pre')
    text.textContent = indented(await content.text())
    return [head, text]
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = `answer.${/\/(?:x-)?(\w+)/.exec(type)?.[1] ?? 'bin'}`
  link.textContent = 'Save'
  const audio = document.createElement('audio')
  if (!type.startsWith('audio/') || audio.canPlayType(type) === '') return [head, link]
  audio.controls = true
  audio.src = link.href
  return [head, audio, link]
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function openLinked() {
  const linked = document.getElementById(location.hash.slice(1))
  if (!linked?.matches('.route')) return
  linked.open = true
  linked.scrollIntoView()
}
addEventListener('hashchange', openLinked)
openLinked()
