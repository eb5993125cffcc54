/** What tells the components the language and how to follow a link. */
export { RouterProvider } from 'react-aria-components'
export { I18nProvider } from 'react-aria-components/I18nProvider'
