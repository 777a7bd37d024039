/* The usual games, and a second version of one. */
#define GAMES       GAME(coupons) GAME(laundry) GAME(clips) GAME(chipit)
#define OLD_LAYOUTS GAME(clips_two)
