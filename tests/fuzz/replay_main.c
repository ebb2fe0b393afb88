/* replay_main.c: runs one fuzz target over the files of its corpus, so that the ordinary tests see
 * every input that was ever interesting: replay FOLDER... */
#include <dirent.h>
#include <errno.h>

#include "tests/fuzz/fuzz.h"

enum { FILE_MAX = 1 << 20 };

static void replay_file(const char *path)
{
    static uint8_t data[FILE_MAX];
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        exit(1);
    }
    const size_t size = fread(data, 1, sizeof data, file);
    fclose(file);
    /* exactly its bytes, so that ASan sees a read behind them */
    uint8_t *exact = malloc(size ? size : 1);
    if (!exact)
        abort();
    memcpy(exact, data, size);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
}

static int replay_folder(const char *folder)
{
    int files = 0;
    struct dirent **entries;
    /* sorted, so that a failure shows in the same place on every machine */
    const int count = scandir(folder, &entries, NULL, alphasort);
    if (count < 0) {
        fprintf(stderr, "%s: %s\n", folder, strerror(errno));
        exit(1);
    }
    for (int i = 0; i < count; i++) {
        char path[1024];
        if (entries[i]->d_name[0] != '.') {
            snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
            fprintf(stderr, "%s\n", path);
            replay_file(path);
            files++;
        }
        free(entries[i]);
    }
    free(entries);
    return files;
}

int main(int argc, char **argv)
{
    int files = 0;
    for (int i = 1; i < argc; i++)
        files += replay_folder(argv[i]);
    printf("%d inputs\n", files);
    return files ? 0 : 1;
}
