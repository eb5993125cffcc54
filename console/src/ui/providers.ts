/** Provides the router for links inside the component library. */
export { RouterProvider } from 'react-aria-components'
export { I18nProvider } from 'react-aria-components/I18nProvider'
