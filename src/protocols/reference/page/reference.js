// The filter, the buttons that copy, and links to single routes. Without it the page can still be read.
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

function openLinked() {
  const linked = document.getElementById(location.hash.slice(1))
  if (!linked?.matches('.route')) return
  linked.open = true
  linked.scrollIntoView()
}
addEventListener('hashchange', openLinked)
openLinked()
