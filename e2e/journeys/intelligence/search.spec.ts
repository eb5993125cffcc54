import {
  address,
  clientOf,
  expect,
  newPerson,
  type Person,
  publishSubtitles,
  readySample,
  signIn,
  test,
} from '../support/fixtures.ts'
import { testScreens } from '../support/looks.ts'

/** A video in which somebody speaks, by its published subtitles. */
async function spokenVideo(person: Person) {
  const { id } = await readySample(person)
  await publishSubtitles(person, id, { name: 'English', languageCode: 'en' }, 'The harbour opens.', 3)
  const read = () => clientOf(person).call('getAnalysis', { params: { id } })
  await expect.poll(async () => (await read()).transcript).not.toBeNull()
}

test('what is said is found by other forms of its words, also in the palette', async ({ page }) => {
  const person = await newPerson()
  await spokenVideo(person)
  await signIn(page, person)
  await page.goto(`${address}/${person.environmentId}/ai-search`)
  await page.getByRole('searchbox', { name: /^Words that are said/ }).fill('harbours open')
  const moment = page.getByRole('list', { name: 'Moments' }).getByRole('listitem')
  await expect(moment).toContainText('The harbour opens.')
  await moment.getByRole('link').click()
  await expect(page).toHaveURL(/\/ai-analysis\?t=/)
  await expect(page.getByRole('list', { name: 'Transcript' })).toContainText('harbour')
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Search or go to' })
  await palette.getByRole('textbox').fill('harbour')
  await expect(palette.getByRole('menuitem', { name: /The harbour opens/ })).toBeVisible()
})

testScreens('the search for moments', async () => {
  const person = await newPerson()
  await spokenVideo(person)
  return [{ person, address: `${address}/${person.environmentId}/ai-search?q=harbour` }]
})
