/* SPDX-License-Identifier: MIT
 * Pictures in memory. */
#include "kiosk/picture/image.h"

#include <stdlib.h>

void
image_finish(struct image *image)
{
	free(image->grey);
	*image = (struct image){0};
}
