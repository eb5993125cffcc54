import './watch.css'
import { directionOf } from './languages.ts'
import { openPage, type Page } from './page.ts'

const host = document.querySelector('.stage')
if (!(host instanceof HTMLElement)) throw new Error('the page has no element for the player')
void openPage(host).then(show)

showPublisher()

function show({ language, locale, texts }: Page): void {
  document.documentElement.dir = directionOf(language)
  // Without access to the video there is no date.
  const published = document.querySelector('time')
  if (!published?.dateTime) return
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(published.dateTime))
  published.textContent = texts.published.replace('{date}', () => day)
}

/** The logo of the organization, or the first letter of its name. */
function showPublisher(): void {
  const place = document.querySelector('header')
  const mark = place?.querySelector('span')
  if (!place || !mark) return
  const letter = () => {
    const [first] = new Intl.Segmenter().segment(place.textContent.trim())
    mark.textContent = first?.segment.toUpperCase() ?? ''
  }
  const { logo } = place.dataset
  if (!logo) {
    letter()
    return
  }
  const image = new Image(28, 28)
  image.alt = ''
  image.addEventListener('error', letter)
  image.src = logo
  mark.replaceChildren(image)
}
