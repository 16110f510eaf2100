/**
 * The size in which a browser shows a picture. Measured by an element, because it also shows truncated pictures, which
 * `createImageBitmap` refuses. @throws for a file that is not a picture
 */
export function measurePicture(url: string): Promise<{ width: number; height: number }> {
  const image = new Image()
  const measured = new Promise<{ width: number; height: number }>((resolve, reject) => {
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight })
    image.onerror = () => reject(new Error('no picture'))
  })
  image.src = url
  return measured
}
