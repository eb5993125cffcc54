import { address, newPerson, readyClip } from '../support/fixtures.ts'
import { testScreens } from '../support/looks.ts'

testScreens('social publishing', async () => {
  const person = await newPerson()
  const { id } = await readyClip(person, { title: 'final' })
  const of = (place: string) => ({ address: `${address}/${person.environmentId}/${place}`, person })
  return [
    of('settings/social-accounts'),
    of('social-publish'),
    of('social-publish?view=calendar'),
    of(`videos/${id}/social-publish`),
  ]
})
