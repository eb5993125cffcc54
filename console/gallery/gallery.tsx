import { useSyncExternalStore } from 'react'
import { useLanguage } from '../src/lib/i18n'
import { languages } from '../src/lib/languages'
import { I18nProvider } from '../src/ui/providers'
import { Toasts } from '../src/ui/toasts'
import type { Exhibit } from './exhibit'
import { buttons, languageMenu, tooltip } from './exhibits/buttons'
import {
  changedForm,
  confirmation,
  dialog,
  drawer,
  finder,
  leaving,
  secret,
  toasts,
} from './exhibits/dialogs'
import { comboBox, date, fields, month, select } from './exhibits/fields'
import { filterOfOne, filterOfSeveral, lists, pagination, phoneList } from './exhibits/lists'
import { breadcrumbs, menu, namedList, rowMenu } from './exhibits/menus'
import { emptyPage, failedPage, page, settingsPage } from './exhibits/pages'
import { firstUse, nothingFound, object, objectGone } from './exhibits/screens'
import { signs } from './exhibits/signs'

const exhibits: readonly Exhibit[] = [
  buttons,
  fields,
  signs,
  lists,
  phoneList,
  pagination,
  nothingFound,
  firstUse,
  object,
  objectGone,
  page,
  settingsPage,
  emptyPage,
  failedPage,
  menu,
  rowMenu,
  namedList,
  languageMenu,
  breadcrumbs,
  select,
  comboBox,
  month,
  date,
  filterOfOne,
  filterOfSeveral,
  tooltip,
  dialog,
  changedForm,
  confirmation,
  secret,
  leaving,
  drawer,
  finder,
  toasts,
]

/** The exhibit in the URL, or the list of all. Navigation does not reload the page. */
export function Gallery() {
  const name = useSyncExternalStore(watchAddress, () => location.hash.slice(1))
  const exhibit = exhibits.find((one) => one.name === name)
  return (
    <I18nProvider locale={languages[useLanguage()].tag}>
      <main key={name} data-shown={name} className="p-4">
        {exhibit ? <Room exhibit={exhibit} /> : <Catalog />}
      </main>
      <Toasts />
    </I18nProvider>
  )
}

function watchAddress(changed: () => void): () => void {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}

function Room({ exhibit: { name, isPage, Show } }: { readonly exhibit: Exhibit }) {
  return (
    <>
      {!isPage && <h1 className="text-22 font-head">{name}</h1>}
      <Show />
    </>
  )
}

function Catalog() {
  return (
    <ul>
      {exhibits.map(({ name, opens, leftOut = [] }) => (
        <li key={name}>
          <a href={`#${name}`} data-opens={opens} data-left-out={leftOut.join(' ')}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}
