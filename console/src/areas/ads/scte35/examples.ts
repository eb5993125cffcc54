/** Example messages. The first is an example of the standard. */
export const examples = [
  {
    name: 'splice_insert',
    meaning: 'insert',
    message: '/DAvAAAAAAAA///wFAVIAACPf+/+c2nALv4AUsz1AAAAAAAKAAhDVUVJAAABNWLbowo=',
  },
  {
    name: 'time_signal',
    meaning: 'adStart',
    message: '/DA4AAAAAAAA///wBQb+E0/ZAAAiAiBDVUVJSAAAjn//AAApMuADDEFCQ0QwMTIzMDAwSDABAufhFH8=',
  },
  { name: 'splice_null', meaning: 'nothing', message: '/DARAAAAAAAA///wAAAAAHYd07Y=' },
] as const
