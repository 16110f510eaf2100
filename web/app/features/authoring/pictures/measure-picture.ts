/**
 * The size in which a browser shows a picture. By an element, because it shows pictures without their end, which
 * `createImageBitmap` refuses. @throws for what is no picture
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
