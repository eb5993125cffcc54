// Runs before the first paint, so that neither theme nor direction flashes. lib/theme.ts and lib/i18n.ts take over.
;(() => {
  const root = document.documentElement
  const stored = (key) => {
    try {
      return localStorage.getItem(`kinora.device.${key}`)
    } catch {
      return null
    }
  }
  const theme = stored('theme')
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = dark ? 'dark' : 'light'

  const known = ['en', 'hi', 'ar', 'te']
  const wanted = [stored('language'), ...navigator.languages.map((tag) => tag.slice(0, 2))]
  root.lang = wanted.find((language) => known.includes(language)) ?? 'en'
  root.dir = root.lang === 'ar' ? 'rtl' : 'ltr'
})()
