import { expect, it } from 'vitest'
import { allCalls } from './areas.gen.ts'
import type { Call, CallName } from './index.ts'

/** Calls that send a body or delete something, but require only the right to read, with the reason. */
const reading = {
  createDownload: 'a link to read a file',
  createArchive: 'a link to read files',
  decodeScte35: 'reads the message in the body',
  previewAlertRule: 'computes the rule in the body',
  reconcileAdChannel: 'compares the file in the body',
  searchMoments: 'reads what the phrase in the body finds',
  createViewExport: 'reads views into a file',
  linkViewExport: 'a link to read a file',
  linkBillingDocument: 'a link to read a file, which is made if it is missing',
  linkReportFile: 'a link to read a file',
  previewReport: 'reads what the report in the body would show',
  deleteViewExport: 'of the caller, others require the right to delete',
  createSavedView: 'of the caller, a shared one requires the right to update',
  updateSavedView: 'of the caller, a shared one requires the right to update',
  deleteSavedView: "of the caller, another person's requires the right to delete",
  createFavouriteFilter: 'of the caller only',
  updateFavouriteFilter: 'of the caller only',
  deleteFavouriteFilter: 'of the caller only',
} satisfies Partial<Record<CallName, string>>

it('keeps secrets, rights and new organizations from impersonators', () => {
  const open = Object.entries<Call>(allCalls).filter(
    ([name, { method, isSensitive, isPersonal }]) =>
      method !== 'GET' && !isSensitive && !isPersonal && /Role$|Key$|Token$|^createOrganization$/.test(name),
  )
  // These only take access away, or change a name.
  expect(open.map(([name]) => name).toSorted()).toEqual(['deleteSigningKey', 'renameToken', 'revokeToken'])
  expect(allCalls.getStreamKey.isPersonal).toBe(true)
})

it('requires more than the right to read for every change', () => {
  const found = Object.entries<Call>(allCalls)
    .filter(([, { method, right }]) => method !== 'GET' && right?.[2] === 'read')
    .map(([name]) => name)
  expect(found.toSorted()).toEqual(Object.keys(reading).toSorted())
})
