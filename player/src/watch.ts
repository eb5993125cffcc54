import './watch.css'
import { directionOf, openPage } from './page.ts'

const host = document.querySelector('.stage')
if (!(host instanceof HTMLElement)) throw new Error('the page has no element for the player')
const { language, locale, texts } = openPage(host)
document.documentElement.dir = directionOf(language)

// Without access to the video there is no date.
const published = document.querySelector('time')
if (published?.dateTime) {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(published.dateTime))
  published.textContent = texts.published.replace('{date}', () => day)
}
