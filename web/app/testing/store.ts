/** What pages know of the store that serves them. */
export const STORE = {
  name: 'No Filler',
  tagline: '',
  chatUrl: null,
  publicUrl: 'https://store.example',
  statusPage: true,
  forbiddenThemes: [],
}
