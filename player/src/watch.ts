import './watch.css'
import { directionOf, openPage, type Page } from './page.ts'

const host = document.querySelector('.stage')
if (!(host instanceof HTMLElement)) throw new Error('the page has no element for the player')
void openPage(host).then(show)

function show({ language, locale, texts }: Page): void {
  document.documentElement.dir = directionOf(language)
  // Without access to the video there is no date.
  const published = document.querySelector('time')
  if (!published?.dateTime) return
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(published.dateTime))
  published.textContent = texts.published.replace('{date}', () => day)
}
