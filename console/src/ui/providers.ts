/** Provides the router for links inside the component library. Not from its index, which imports every component. */
export { RouterProvider } from 'react-aria/private/utils/openLink'
export { I18nProvider } from 'react-aria-components/I18nProvider'
