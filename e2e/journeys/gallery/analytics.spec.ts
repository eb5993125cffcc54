import type { Page } from '@playwright/test'
import { expect, test } from '../support/screens.ts'

test('countries are on a map, and one is chosen as the filter', async ({ page, screens }) => {
  await screens.show('analytics/views of eight countries')
  const countries = page.getByRole('region', { name: 'Countries' })
  await countries.getByRole('radio', { name: 'Map' }).click()
  await expect(page).toHaveURL(/map=true/)
  await page.reload()
  const map = countries.getByRole('listbox', { name: 'Countries' })
  await expect(map.getByRole('option')).toHaveCount(7)
  await expect(map.getByRole('option').first()).toHaveAccessibleName('India: 400')
  await expect(countries.getByText('Not on the map: Kosovo 100')).toBeVisible()

  await map.getByRole('option', { name: 'Brazil: 100' }).hover()
  await expect(countries.getByText('Brazil 100')).toBeVisible()
  await page.mouse.move(0, 0)
  await countries.getByRole('radio', { name: 'Map' }).focus()
  await page.keyboard.press('Tab')
  await expect(countries.getByText('India 400')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(map).toHaveAttribute('aria-activedescendant', /-(US|AE)$/)
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/filters=country%3DIN/)
  await expect(map.getByRole('option', { name: 'India: 400', selected: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Views 400/ })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filter Country' }).click()
  await map.getByRole('option', { name: 'Brazil: 100' }).click()
  await expect(page).toHaveURL(/filters=country%3DBR/)
})

test.describe('favorites', () => {
  const open = (page: Page) => page.getByRole('button', { name: 'Favorites', exact: true }).click()

  test('a failed list is loaded again', async ({ page, screens }) => {
    await screens.show('analytics/favorites that load at the second try')
    await open(page)
    await expect(page.getByText('The favorites did not load')).toBeVisible()
    await page.getByRole('button', { name: 'Try now' }).click()
    await expect(page.getByText('Add filters or a split, then save them as a favorite.')).toBeVisible()
  })

  test('at the limit no favorite is saved', async ({ page, screens }) => {
    await screens.show('analytics/as many favorites as possible')
    await open(page)
    await expect(page.getByText('You have 50 favorites, the maximum.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save favorite' })).toBeDisabled()
  })
})
