// The API page's own script: filters the navigation and sends the forms to the JSON wire of the same origin.
// Without it the page is complete, but for trying.

const key = document.querySelector('#ApiKey')

for (const element of document.querySelectorAll('.needs-script')) element.hidden = false

// where there is room the navigation stands open beside the text; on a phone it is one line above it
const menu = document.querySelector('details.menu')
const wide = matchMedia('(min-width: 60rem)')
const unfold = () => {
  menu.open = wide.matches
}
wide.addEventListener('change', unfold)
unfold()
menu.addEventListener('click', event => {
  if (!wide.matches && event.target.closest('a')) menu.open = false
})

document.querySelector('#find').addEventListener('input', event => {
  const wanted = event.target.value.trim().toLowerCase()
  for (const group of document.querySelectorAll('nav section')) {
    let shown = 0
    for (const item of group.querySelectorAll('li')) {
      item.hidden = !item.textContent.toLowerCase().includes(wanted)
      if (!item.hidden) shown++
    }
    group.hidden = shown === 0
  }
})

document.addEventListener('submit', async event => {
  event.preventDefault()
  const form = event.target
  const answer = form.querySelector('output')
  const button = form.querySelector('button')
  button.disabled = true
  answer.className = ''
  try {
    const body = JSON.stringify(parametersOf(form))
    const headers = { 'Content-Type': 'application/json' }
    if (key.value.trim() !== '') headers.Authorization = `Bearer ${key.value.trim()}`
    const response = await fetch(form.dataset.path, { method: 'POST', headers, body })
    const text = await response.text()
    show(answer, `${response.status} ${response.statusText}`, indented(text))
    if (!response.ok) answer.className = 'failed'
  } catch (error) {
    show(answer, 'Not sent, or not answered', error.message)
    answer.className = 'failed'
  } finally {
    button.disabled = false
  }
})

/** What was left empty is left out. */
function parametersOf(form) {
  const parameters = {}
  for (const field of form.elements) {
    if (!field.name || field.value === '') continue
    parameters[field.name] = convert(field)
  }
  return parameters
}

function convert(field) {
  if (field.dataset.kind === 'text') return field.value
  try {
    return JSON.parse(field.value)
  } catch {
    throw new Error(`${field.name} is not ${field.dataset.kind}.`)
  }
}

function show(answer, title, text) {
  const heading = document.createElement('strong')
  heading.textContent = title
  const block = document.createElement('pre')
  block.tabIndex = 0
  block.textContent = text
  answer.replaceChildren(heading, block)
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
