/* SPDX-License-Identifier: MIT
 * Pictures in memory; see image.h. */
#include "kiosk/image.h"

#include <stdlib.h>

void
image_finish(struct image *image)
{
	free(image->grey);
	*image = (struct image){0};
}
